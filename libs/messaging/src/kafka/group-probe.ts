import { Kafka } from 'kafkajs';
import { silentLog } from '../delivery/transport-options';
import { type KafkaAccess, kafkaConfig } from './kafka-options';

/** Whether the coordinator of a group answers new connections. Takes at most a minute and never throws. */
export async function answersNewConnections(access: KafkaAccess, group: string): Promise<boolean> {
  const config = kafkaConfig(access, silentLog);
  const admin = new Kafka({ ...config, retry: { retries: 0 } }).admin();
  try {
    await admin.connect();
    await admin.describeGroups([group]);
    return true;
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
