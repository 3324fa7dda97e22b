import type { ModelType, Tables } from './server-tables.ts'

export type Profile = 'keyed' | 'documented'

/** One request as the server receives it. */
export interface SimulatedRequest {
  method: string
  /** Without '/api'. */
  path: string
  /** 'since=7&limit=500'. */
  search?: string
  headers: Map<string, string>
  text: string
  /** The fields and files of a form. */
  fields: Map<string, string>
  files: { name: string; sha256: string; size: number }[]
  /** A proxy removed its key on the way. */
  stripped?: boolean
}

/** One answer as the server sends it. */
export interface SimulatedReply {
  status: number
  body: unknown
  headers: Record<string, string>
}

/** A committed effect. The checks compare everything with this log. */
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

/** The part of the server that its calls need. */
export interface ServedTown {
  profile: Profile
  readonly keyed: boolean
  tables: Tables
  dropsFiles: boolean
  /** Numbers that are free after a restore. */
  leftFree: { type: ModelType; above: number; upTo: number }[]
  now(): number
}
