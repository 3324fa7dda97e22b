import type { Service } from '../contract/service.ts'
import type { Violation } from '../contract/violation.ts'
import { servicesOfAddress, servicesOfViolation } from '../records/service.ts'
import { type Rows, usePull, useRows } from '../sync/react/hooks.ts'
import { useTakesOurs } from '../sync/react/kept-here.ts'

/**
 * The records of service of a violation, and when the office last told them. Preparing for the field fetches those of
 * the whole address at once.
 */
export function useKnownServices({ id, address_id }: Violation): Rows<Service> {
  const isAsked = useTakesOurs() === true
  const ofViolation = useRows(servicesOfViolation(id), isAsked)
  const { pulledAt } = usePull(servicesOfAddress(address_id ?? 0), 'list', false)
  return { ...ofViolation, pulledAt: ofViolation.pulledAt ?? pulledAt }
}
