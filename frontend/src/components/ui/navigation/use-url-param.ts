import { useNavigate, useSearch } from '@tanstack/react-router';

/** One search parameter of the current page, and how to set it; setting undefined removes it. */
export function useUrlParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = search[name];
  const set = (next: string | undefined) =>
    void navigate({
      to: '.',
      search: ((previous: Record<string, unknown>) => ({ ...previous, [name]: next })) as never,
      replace: true,
      resetScroll: false,
    });
  return [value === undefined ? undefined : String(value), set];
}

/** Sets several search parameters of the current page at once. */
export function useUrlPatch(): (patch: Record<string, string | undefined>) => void {
  const navigate = useNavigate();
  return (patch) =>
    void navigate({
      to: '.',
      search: ((previous: Record<string, unknown>) => ({ ...previous, ...patch })) as never,
      replace: true,
      resetScroll: false,
    });
}
