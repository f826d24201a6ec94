import { useId, useState } from 'preact/hooks';
import { WithCode } from '../../parts/with-code';
import type { ApiSchemas, FieldSchema } from './schemas';

interface FieldProps {
  name: string;
  schema: FieldSchema;
  schemas: ApiSchemas;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The control that fits the schema of a field. An empty control leaves the field out of the request. */
export function Field({ name, schema, schemas, isRequired, value, onChange }: FieldProps) {
  const id = useId();
  const resolved = schemas.resolve(schema);
  const item = resolved.items === undefined ? undefined : schemas.resolve(resolved.items);
  const common = { id, 'aria-describedby': `${id}-help`, required: isRequired };
  return (
    <div class="field">
      <label for={id}>
        {name}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {control()}
      {resolved.description !== undefined && (
        <p class="help" id={`${id}-help`}>
          <WithCode text={resolved.description} />
        </p>
      )}
    </div>
  );

  function control() {
    if (resolved.enum !== undefined) {
      return (
        <select {...common} value={String(value ?? '')} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="">default</option>
          {resolved.enum.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      );
    }
    if (resolved.type === 'boolean') {
      return (
        <select
          {...common}
          value={String(value ?? '')}
          onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? undefined : chosen === 'true')}
        >
          <option value="">default</option>
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      );
    }
    if (resolved.type === 'integer' || resolved.type === 'number') {
      return (
        <input
          {...common}
          type="number"
          inputMode="numeric"
          min={resolved.minimum ?? resolved.exclusiveMinimum}
          max={resolved.maximum}
          step={resolved.type === 'integer' ? 1 : 'any'}
          value={value === undefined ? '' : String(value)}
          onInput={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
          }
        />
      );
    }
    if (resolved.type === 'string') {
      return (
        <input
          {...common}
          type="text"
          spellcheck={false}
          autocomplete="off"
          value={String(value ?? '')}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      );
    }
    if (item?.type === 'string' && item.enum === undefined)
      return <Lines {...common} value={value} onChange={onChange} />;
    return <JsonText {...common} value={value} onChange={onChange} />;
  }

  function set(text: string) {
    onChange(text === '' ? undefined : text);
  }
}

interface TextProps {
  id: string;
  required: boolean;
  'aria-describedby': string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A list with one entry on a line. */
function Lines({ value, onChange, ...rest }: TextProps) {
  const [text, setText] = useState(Array.isArray(value) ? value.join('\n') : '');
  const write = (next: string) => {
    setText(next);
    const lines = next.split('\n').map((line) => line.trim());
    const entries = lines.filter((line) => line !== '');
    onChange(entries.length === 0 ? undefined : entries);
  };
  return (
    <textarea
      {...rest}
      rows={3}
      spellcheck={false}
      placeholder="One on a line"
      value={text}
      onInput={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}

/** Any other value, as JSON. */
function JsonText({ value, onChange, ...rest }: TextProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [isValid, setValid] = useState(true);
  const write = (control: HTMLTextAreaElement) => {
    const next = control.value;
    const parsed = parse(next);
    setText(next);
    setValid(parsed !== undefined);
    // The form cannot be sent while the request lacks the text shown here.
    control.setCustomValidity(parsed === undefined ? 'This is not valid JSON' : '');
    if (parsed !== undefined) onChange(parsed.value);
  };
  return (
    <textarea
      {...rest}
      class="code"
      rows={4}
      spellcheck={false}
      placeholder="JSON"
      aria-invalid={!isValid}
      value={text}
      onInput={({ currentTarget }) => write(currentTarget)}
    />
  );
}

/** Undefined for text that is not JSON. */
function parse(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
