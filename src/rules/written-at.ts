/** The two times of a record: when it was written in the field, if known, and when it arrived at the office. */
export interface Stamped {
  observed_at?: string | null | undefined
  created_at?: string | null | undefined
}

/** When a record was written; without signal it arrives at the office later (G-18). */
export const writtenAt = ({ observed_at, created_at }: Stamped): string | null | undefined => observed_at ?? created_at
