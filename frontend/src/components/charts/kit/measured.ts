/** The style of a chart's box until it is measured: what is drawn meanwhile is of a guessed width, and must not widen the page. */
export const untilMeasured = (width: number): { overflow?: 'hidden' } =>
  width ? {} : { overflow: 'hidden' };
