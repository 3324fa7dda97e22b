import { citationBadge } from '../rules/citation-status.ts'
import { complaintStatus, complaintTone, dashboardComplaintStatus } from '../rules/complaint-status.ts'
import { inspectionStatusText, inspectionTone } from '../rules/inspection-status.ts'
import type { Tone } from '../rules/tone.ts'
import { violationBadge } from '../rules/violation-status.ts'
import { Badge } from '../ui/badge.tsx'

type Props =
  | { of: 'violation' | 'citation'; status: number | null | undefined }
  /** `complaintOnDashboard` reads "Closed" where other badges show the status itself (AD-35). */
  | { of: 'inspection' | 'complaint' | 'complaintOnDashboard'; status: string | null | undefined }
  | { of: 'paid' | 'sent'; status: boolean | null | undefined }

/** The state of a record: text, icon and colour (VL-02, CT-05, AD-33, AD-34, DB-47). */
export function StatusBadge(props: Props) {
  const { text, tone } = look(props)
  return <Badge tone={tone}>{text}</Badge>
}

const look = (props: Props): { text: string; tone: Tone } => {
  switch (props.of) {
    case 'violation':
      return violationBadge(props.status)
    case 'citation':
      return citationBadge(props.status)
    case 'inspection':
      return { text: inspectionStatusText(props.status), tone: inspectionTone(props.status) }
    case 'complaint':
      return { text: complaintStatus(props.status), tone: complaintTone(props.status) }
    case 'complaintOnDashboard': {
      const text = dashboardComplaintStatus(props.status)
      return { text, tone: text === 'Closed' ? 'gray' : complaintTone(props.status) }
    }
    case 'paid':
      return props.status ? { text: 'Paid', tone: 'green' } : { text: 'Payment Due', tone: 'red' }
    case 'sent':
      return props.status ? { text: 'Sent', tone: 'green' } : { text: 'Not Sent', tone: 'yellow' }
  }
}
