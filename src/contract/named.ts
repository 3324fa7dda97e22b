import type { CallName, Method } from './call-name.ts'

/**
 * A call by its name, as the build generates it for the first screen (src/call-names). Absent values are those of most
 * calls.
 */
export const named = (id: string, method: Method, path: string, others: Partial<CallName> = {}): CallName => ({
  id,
  method,
  path,
  encoding: method === 'GET' ? 'none' : 'json',
  files: '',
  status: 200,
  repeat: method === 'POST' ? 'make' : 'set',
  ...others,
})
