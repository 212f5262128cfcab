/** The name of a published row: its variant, and its workload where it has one. */
export const publishedName = ({ variant, workload }: { variant: string; workload?: string | null }) =>
  [variant, workload].filter(Boolean).join(' · ');
