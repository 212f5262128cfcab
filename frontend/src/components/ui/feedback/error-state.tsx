import { Group, List, Text } from '@mantine/core';

import { ApiError, isAway, messageWords, UNLOADED } from '@/api/errors';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { DangerAlert } from './danger-alert';
import { useFirstAway } from './use-first-away';

interface ErrorStateProps {
  error: unknown;
  /** What could not be shown: “the hosts”, “this run”. */
  failedPart: string;
  /** What the reader can do; a sentence. */
  hint?: string;
  onRetry?: () => void;
}

const ADVICE: Record<number, string> = {
  403: 'Ask an admin for the right.',
  404: 'The link may be incomplete, or its subject was deleted.',
  410: 'It was deleted; its experiment may still be there.',
  422: 'Fix what is named here, then try again.',
  409: 'It was changed meanwhile: load it again.',
};

const GOES_ON = 'Start it again, or check the network; this page then continues.';

function words(error: unknown, isRequest: boolean): { title: string; detail: string; advice: string } {
  if (error instanceof ApiError) {
    // What somebody did is not done again by itself, only what a page asks for.
    const away = isRequest && isAway(error.status) ? GOES_ON : undefined;
    return {
      title: error.title,
      detail: error.detail,
      advice: away ?? ADVICE[error.status] ?? 'Try again; if it persists, read the server’s log.',
    };
  }
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.name === UNLOADED)
    return { title: 'The server cannot be reached', detail, advice: GOES_ON };
  return { title: 'The dashboard made a mistake', detail, advice: 'Load the page again.' };
}

/** Whether a text is that of the one error, which is said with its place. */
const isOnly = (errors: { message: string }[], text: string) =>
  errors.length === 1 && errors[0]?.message === text;

/** What happened, where, and what to do about it. */
export function ErrorState({ error, failedPart, hint, onRetry }: ErrorStateProps) {
  const awaitsServer = Boolean(onRetry) && error instanceof ApiError && isAway(error.status);
  const isFirst = useFirstAway(awaitsServer);
  const { title, detail, advice } = words(error, Boolean(onRetry));
  if (awaitsServer && !isFirst) return <Text size="sm">Not loaded yet: {failedPart}.</Text>;
  const errors = error instanceof ApiError ? error.errors : [];
  return (
    <DangerAlert title={`${title} — ${failedPart}`}>
      {detail && !isOnly(errors, detail) && <Text size="sm">{detail}</Text>}
      {errors.length > 0 && (
        <List size="sm" mt="xs">
          {errors.map(({ place, message, label = place }) => (
            <List.Item key={`${place} ${message}`}>
              {label === place ? place && <code className="dyno-mono">{place}</code> : <b>{label}:</b>}{' '}
              {messageWords(message, place)}
            </List.Item>
          ))}
        </List>
      )}
      <Group mt="sm" gap="sm">
        <Text size="sm">{hint ?? advice}</Text>
        {onRetry && (
          <PlainButton size="xs" onClick={onRetry}>
            Try again
          </PlainButton>
        )}
      </Group>
    </DangerAlert>
  );
}
