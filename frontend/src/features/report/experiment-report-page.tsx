import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { reportQuery } from '@/api/queries/reports';

import { Answer } from './answer';
import { ReportView } from './report-view';

const route = getRouteApi('/experiments/$id/report');

/** An experiment as a write-up. */
export function ExperimentReportPage() {
  const { id } = route.useParams();
  const { metric } = route.useSearch();
  const query = useQuery(reportQuery(id, metric));
  return (
    <Answer query={query} what="experiment">
      {(report) => (
        <ReportView
          report={report}
          files={`/api/v1/experiments/${id}/export`}
          query={metric ? `?metric=${encodeURIComponent(metric)}` : ''}
        />
      )}
    </Answer>
  );
}
