/** Formats that need no options of their own; options are edited in the JSON of the request. */
const FORMATS: readonly { type: string; hint?: string; start?: Record<string, unknown> }[] = [
  { type: 'markdown' },
  { type: 'html' },
  { type: 'rawHtml' },
  { type: 'links' },
  { type: 'images' },
  { type: 'screenshot', hint: 'of the whole page', start: { fullPage: true } },
  { type: 'branding' },
  { type: 'summary', hint: 'needs a language model' },
  { type: 'json', hint: 'needs a language model', start: { prompt: 'Extract the main facts' } },
  { type: 'changeTracking', start: { modes: ['git-diff'] } },
];

type Format = string | { type: string };

const typeOf = (format: Format) => (typeof format === 'string' ? format : format.type);

interface FormatsProps {
  value: unknown;
  onChange: (formats: Format[]) => void;
}

export function Formats({ value, onChange }: FormatsProps) {
  const chosen = (Array.isArray(value) ? value : []) as Format[];
  const toggle = (type: string, start: Record<string, unknown> | undefined, isOn: boolean) => {
    const others = chosen.filter((format) => typeOf(format) !== type);
    const needsMarkdown = type === 'changeTracking' && !others.some((format) => typeOf(format) === 'markdown');
    const added: Format[] = [start === undefined ? type : { type, ...start }];
    onChange(isOn ? [...others, ...(needsMarkdown ? ['markdown'] : []), ...added] : others);
  };
  return (
    <fieldset class="formats">
      <legend>formats</legend>
      {FORMATS.map(({ type, hint, start }) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={chosen.some((format) => typeOf(format) === type)}
            onChange={({ currentTarget }) => toggle(type, start, currentTarget.checked)}
          />
          <span>
            {type}
            {hint !== undefined && <span class="hint"> {hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
