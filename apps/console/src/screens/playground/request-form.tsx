import { useState } from 'preact/hooks';
import { Field } from './field';
import { Formats } from './formats';
import type { PlaygroundOperation } from './operations';
import { type ApiSchemas, isOffered } from './schemas';

interface RequestFormProps {
  operation: PlaygroundOperation;
  schemas: ApiSchemas;
  body: Record<string, unknown>;
  onChange: (body: Record<string, unknown>) => void;
}

/** All fields of a request that the service offers. */
export function RequestForm({ operation, schemas, body, onChange }: RequestFormProps) {
  const [wanted, setWanted] = useState('');
  const { properties = {}, required = [] } = schemas.bodyOf(operation.path);
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = body;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  const others = Object.keys(properties)
    .filter((name) => !operation.main.includes(name) && isOffered(schemas.resolve(properties[name]!)))
    .filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
  const used = others.filter((name) => body[name] !== undefined).length;
  return (
    <>
      {operation.main.filter((name) => name in properties).map(field)}
      <details class="more">
        <summary>More options{used > 0 ? ` (${used} set)` : ''}</summary>
        <input
          type="search"
          aria-label="Find an option"
          placeholder="Find an option"
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        {others.map(field)}
      </details>
    </>
  );

  function field(name: string) {
    if (name === 'formats') {
      return <Formats key={name} value={body.formats} onChange={(formats) => set('formats', formats)} />;
    }
    return (
      <Field
        key={`${operation.id} ${name}`}
        name={name}
        schema={properties[name]!}
        schemas={schemas}
        isRequired={required.includes(name)}
        value={body[name]}
        onChange={(value) => set(name, value)}
      />
    );
  }
}
