import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Id } from '../contract/id.ts'

/** Records with their own page, in the terms of the lists: for readers a complaint is not an inspection. */
type PageKind = 'inspection' | 'complaint' | 'violation' | 'citation' | 'license' | 'permit'

/** A link to the page of a record, around any content. */
export function RecordTo({ kind, id, children }: { kind: PageKind; id: Id; children: ReactNode }) {
  const text = String(id)
  switch (kind) {
    case 'inspection':
      return (
        <Link to="/inspection/$inspectionId" params={{ inspectionId: text }}>
          {children}
        </Link>
      )
    case 'complaint':
      return (
        <Link to="/complaint/$complaintId" params={{ complaintId: text }}>
          {children}
        </Link>
      )
    case 'violation':
      return (
        <Link to="/violation/$violationId" params={{ violationId: text }}>
          {children}
        </Link>
      )
    case 'citation':
      return (
        <Link to="/citation/$citationId" params={{ citationId: text }}>
          {children}
        </Link>
      )
    case 'license':
      return (
        <Link to="/license/$licenseId" params={{ licenseId: text }}>
          {children}
        </Link>
      )
    case 'permit':
      return (
        <Link to="/permit/$permitId" params={{ permitId: text }}>
          {children}
        </Link>
      )
  }
}
