import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Violation } from '../../contract/violation.ts'
import { evidenceOf } from '../../records/evidence.ts'
import { allUsers } from '../../records/user.ts'
import { useRows, useValue } from '../../sync/react/hooks.ts'
import { Note } from '../../ui/states.tsx'
import { type Evidence, EvidenceChain, EvidenceFiles, EvidenceHead, EvidenceWaiting } from './evidence-parts.tsx'
import { ProofOfViolation, ProofPage } from './proof-page.tsx'

/**
 * The evidence sheet of a violation: facts, pictures with their hashes, and the chain of events, for paper or a PDF.
 */
export function EvidenceScreen() {
  const { violationId } = useParams({ from: '/violation/$violationId/evidence' })
  return (
    <ProofOfViolation title="Evidence" routeId={Number(violationId)} refused="Only staff can see the evidence.">
      {(violation) => <Sheet violation={violation} />}
    </ProofOfViolation>
  )
}

function Sheet({ violation }: { violation: Violation }) {
  const { id } = violation
  const sheet = useValue<Evidence>(evidenceOf(id), id > 0)
  const users = useRows(allUsers()).rows ?? []
  const [missing, countMissing] = useState(0)
  return (
    <ProofPage
      title="Evidence"
      violation={violation}
      age={sheet}
      canPrint={sheet.value !== undefined}
      missing={missing}
    >
      {id < 0 && <Note tone="gray">The evidence can be shown once the violation has been sent.</Note>}
      {id > 0 && !sheet.value && <EvidenceWaiting problem={sheet.problem} />}
      {sheet.value && (
        <>
          <EvidenceFiles files={sheet.value.files} users={users} countMissing={countMissing} />
          <EvidenceChain events={sheet.value.events} users={users} />
          <EvidenceHead head={sheet.value.head} />
        </>
      )}
    </ProofPage>
  )
}
