/** Text with `code` in backticks, as in descriptions of the API. */
export const WithCode = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
);
