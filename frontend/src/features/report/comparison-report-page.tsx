import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';

import { comparedReportQuery, savedReportQuery } from '@/api/queries/reports';

import { Answer } from './answer';
import { ReportView } from './report-view';

/** A comparison that lives in its address alone, as a write-up. */
export function ComparisonReportPage() {
  const { searchStr } = useLocation();
  const query = useQuery(comparedReportQuery(searchStr));
  return (
    <Answer query={query} what="comparison">
      {(report) => <ReportView report={report} files="/api/v1/compare/export" query={searchStr} />}
    </Answer>
  );
}

const saved = getRouteApi('/c/$id/report');

/** A comparison that was saved with a name, as a write-up. */
export function SavedReportPage() {
  const { id } = saved.useParams();
  const { metric } = saved.useSearch();
  const query = useQuery(savedReportQuery(id, metric));
  return (
    <Answer query={query} what="comparison">
      {(report) => (
        <ReportView
          report={report}
          files={`/api/v1/comparisons/${id}/export`}
          query={metric ? `?metric=${encodeURIComponent(metric)}` : ''}
        />
      )}
    </Answer>
  );
}
