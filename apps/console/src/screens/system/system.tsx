import { useState } from 'preact/hooks';
import { Tabs } from '../../parts/tabs';
import { useTitle } from '../../parts/use-title';
import { AllJobs } from './all-jobs';
import { AuditLog } from './audit-log';
import { DeadEvents } from './dead-events';
import { DeadLetters } from './dead-letters';
import { State } from './state';
import { Teams } from './teams';

const views = [
  { id: 'state', label: 'Queues and services' },
  { id: 'teams', label: 'Teams' },
  { id: 'jobs', label: 'Jobs of all teams' },
  { id: 'letters', label: 'Dead letters' },
  { id: 'dead', label: 'Dead webhook events' },
  { id: 'audit', label: 'Audit log' },
];

export default function System() {
  useTitle('System');
  const [selected, select] = useState('state');
  return (
    <>
      <h1>System</h1>
      <Tabs label="System" tabs={views} selected={selected} onSelect={select}>
        {selected === 'state' && <State />}
        {selected === 'teams' && <Teams />}
        {selected === 'jobs' && <AllJobs />}
        {selected === 'letters' && <DeadLetters />}
        {selected === 'dead' && <DeadEvents />}
        {selected === 'audit' && <AuditLog />}
      </Tabs>
    </>
  );
}
