import type { ModelType, Tables } from './server-tables.ts'

export type Profile = 'keyed' | 'documented'

/** One request as it arrives. */
export interface SimulatedRequest {
  method: string
  /** Without '/api'. */
  path: string
  /** 'since=7&limit=500'. */
  search?: string
  headers: Map<string, string>
  text: string
  /** Fields of a form, and its files. */
  fields: Map<string, string>
  files: { name: string; sha256: string; size: number }[]
  /** A proxy took its key away, on the way there. */
  stripped?: boolean
}

/** One answer, as it leaves. */
export interface SimulatedReply {
  status: number
  body: unknown
  headers: Record<string, string>
}

/** A committed effect: the log against which everything is held. */
export interface Effect {
  n: number
  at: number
  key: string
  userId: number
  call: string
  kind: 'make' | 'set' | 'file'
  type: string
  id: number
  body: unknown
}

export class Refusal extends Error {
  status: number
  headers: Record<string, string>
  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail)
    this.status = status
    this.headers = headers
  }
}

/** Of the server, what its calls need. */
export interface ServedTown {
  profile: Profile
  readonly keyed: boolean
  tables: Tables
  dropsFiles: boolean
  /** Numbers that restores left free. */
  leftFree: { type: ModelType; above: number; upTo: number }[]
  now(): number
}
