import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { type RawAnswer, send } from '../../api/client';
import { codeOf, type Language, languages } from '../../api/request-code';
import { Button, CopyButton, Empty, Loading, Problem } from '../../parts/basics';
import { formatDuration } from '../../parts/format';
import { Tabs } from '../../parts/tabs';
import { useTitle } from '../../parts/use-title';
import { type Body, type MissingField, readDraft, readOmitted, writeDraft, writeOmitted } from './drafts';
import { operationOf, operations, type PlaygroundOperation } from './operations';
import { RequestForm } from './request-form';
import { Result } from './result';
import { RulesPreview } from './rules-preview';
import { type ApiSchemas, loadSchemas } from './schemas';

export default function Playground({ params }: { params: { operation: string } }) {
  const operation = operationOf(params.operation);
  useTitle(`${operation.label} playground`);
  const schemas = useQuery({ queryKey: ['schemas'], queryFn: loadSchemas, staleTime: Number.POSITIVE_INFINITY });
  return (
    <>
      <h1 class="hidden">Playground</h1>
      <nav class="operations" aria-label="Operations">
        {operations.map(({ id, label }) => (
          <Link key={id} href={`/playground/${id}`} aria-current={id === operation.id ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <Problem error={schemas.error} />
      {schemas.isPending && <Loading />}
      {schemas.data !== undefined && <Composer key={operation.id} operation={operation} schemas={schemas.data} />}
    </>
  );
}

function Composer({ operation, schemas }: { operation: PlaygroundOperation; schemas: ApiSchemas }) {
  const [body, setBody] = useState<Body>(() => readDraft(operation.id) ?? operation.start);
  const [omitted, setOmitted] = useState(() => readOmitted(operation.id));
  const [file, setFile] = useState<File>();
  const [answer, setAnswer] = useState<RawAnswer>();
  const [error, setError] = useState<unknown>();
  const [resets, setResets] = useState(0);
  const [running, setRunning] = useState<AbortController>();
  const [, navigate] = useLocation();
  const result = useRef<HTMLDivElement>(null);

  useEffect(() => writeDraft(operation.id, body), [operation.id, body]);
  useEffect(() => writeOmitted(operation.id, omitted), [operation.id, omitted]);
  useEffect(() => () => running?.abort(), [running]);

  const reset = () => {
    setBody(operation.start);
    setOmitted([]);
    setResets(resets + 1);
  };
  const faults = schemas.check(operation.path, body);
  const submit = async (event: Event) => {
    event.preventDefault();
    const sending = new AbortController();
    setRunning(sending);
    setAnswer(undefined);
    setError(undefined);
    try {
      const received = await send(operation.path, operation.isUpload ? formOf(file!, body) : body, sending.signal);
      const jobId = startedJob(received);
      if (operation.startsJob && jobId !== undefined) {
        navigate(`/jobs/${jobId}`);
        return;
      }
      setAnswer(received);
      result.current?.focus();
    } catch (failure) {
      setError(sending.signal.aborted ? 'The request was stopped.' : failure);
    } finally {
      setRunning(undefined);
    }
  };

  return (
    <div class="playground">
      <form class="composer" onSubmit={(event) => void submit(event)}>
        {operation.isUpload && (
          <div class="field">
            <label for="file">file *</label>
            <input
              id="file"
              type="file"
              required
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? undefined)}
            />
            <p class="help">PDF, Office, HTML or text, up to 50 MB</p>
          </div>
        )}
        <RequestForm key={resets} operation={operation} schemas={schemas} body={body} onChange={setBody} />
        {omitted.length > 0 && <Omitted fields={omitted} onDismiss={() => setOmitted([])} />}
        {faults.length > 0 && (
          <ul class="faults" aria-label="Faults of the request">
            {faults.map(({ field, text }) => (
              <li key={field + text}>
                <code>{field || 'request'}</code> {text}
              </li>
            ))}
          </ul>
        )}
        <div class="actions">
          <Button type="submit" look="primary" isBusy={running !== undefined}>
            {operation.startsJob ? `Start ${operation.label.toLowerCase()}` : operation.label}
          </Button>
          {running !== undefined && <Button onClick={() => running.abort()}>Stop</Button>}
          <Button onClick={reset}>Reset</Button>
        </div>
        <Code operation={operation} body={body} file={file} />
      </form>
      <section class="answer" aria-label="Result" ref={result} tabIndex={-1}>
        <Problem error={error} />
        {running !== undefined && <Loading />}
        {answer !== undefined && (
          <>
            <p class="summary">
              Status {answer.status} in {formatDuration(answer.ms)}
            </p>
            <Result operation={operation.id} body={answer.body} />
          </>
        )}
        {answer === undefined && running === undefined && error === undefined && <Hint operation={operation} />}
        {operation.id === 'crawl' && <RulesPreview crawl={body} />}
      </section>
    </div>
  );
}

const Omitted = ({ fields, onDismiss }: { fields: readonly MissingField[]; onDismiss: () => void }) => (
  <section class="notice omitted" aria-label="Missing fields">
    <p>The request of the job had fields that are not filled in here:</p>
    <ul>
      {fields.map(({ field, reason }) => (
        <li key={field}>
          <code>{field}</code> {reason}
        </li>
      ))}
    </ul>
    <Button onClick={onDismiss}>Dismiss</Button>
  </section>
);

const Hint = ({ operation }: { operation: PlaygroundOperation }) => (
  <Empty title={operation.startsJob ? 'The job opens when it starts' : 'The result appears here'}>
    <p>
      The first request uses the welcome page of this service, so it needs no internet access. Enter any public URL
      instead.
    </p>
  </Empty>
);

function Code({ operation, body, file }: { operation: PlaygroundOperation; body: Body; file: File | undefined }) {
  const [language, setLanguage] = useState<Language>('curl');
  const name = operation.isUpload ? (file?.name ?? 'document.pdf') : undefined;
  const code = codeOf(language, { origin: location.origin, path: operation.path, body, file: name });
  return (
    <details class="request-code">
      <summary>Request as code</summary>
      <Tabs label="Language" tabs={languages} selected={language} onSelect={(id) => setLanguage(id as Language)}>
        <pre>
          <code>{code}</code>
        </pre>
        <CopyButton text={code} />
      </Tabs>
    </details>
  );
}

function formOf(file: File, options: Body): FormData {
  const form = new FormData();
  form.set('file', file);
  form.set('options', JSON.stringify(options));
  return form;
}

function startedJob({ status, body }: RawAnswer): string | undefined {
  const id = status === 200 ? (body as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : undefined;
}
