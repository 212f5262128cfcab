/**
 * Brings the field into view that says `message`, and puts the focus there. Of several, that of the name `label`; of
 * several such the `nth`. False if no field says it.
 */
export function showField(root: ParentNode, message: string, label: string, nth = 0): boolean {
  const fields = [...root.querySelectorAll<Field>(FIELDS)].filter((field) =>
    descriptionOf(field).includes(message),
  );
  const namesakes = fields.filter((field) => nameOf(field) === label);
  const field = namesakes[nth] ?? namesakes[0] ?? fields[0];
  const text = [...root.querySelectorAll('[role="alert"]')].find((alert) => alert.textContent === message);
  const target = field ?? text;
  target?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
  return target !== undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const FIELDS = 'input[aria-describedby], textarea[aria-describedby]';

const nameOf = (field: Field) => field.ariaLabel ?? field.labels?.[0]?.textContent;

const descriptionOf = (field: Field) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
