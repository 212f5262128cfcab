/** The metric that a page shows first, and that a stopping rule starts with. */
export const MAIN_METRIC = 'requests_per_s';
