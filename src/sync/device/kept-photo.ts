import type { photoCaches } from './photo-caches.ts'

/** Which cache holds the picture of a URL, there under the path alone: the signature changes with time, the file does not. */
export const photoSizeOf = ({ searchParams }: URL): keyof typeof photoCaches =>
  searchParams.get('part') === 'thumb' ? 'thumb' : 'full'

/** Only a complete answer that is a picture: never a redirect, a part, or a captive portal's page. */
export const isWorthKeeping = ({ status, type, redirected, headers }: Response): boolean =>
  status === 200 && type === 'basic' && !redirected && (headers.get('content-type') ?? '').startsWith('image/')
