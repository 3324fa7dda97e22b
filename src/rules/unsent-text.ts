import { plural } from './text.ts'

/** '2 pieces of work': unsent work in words. */
export const piecesOfWork = (count: number): string => `${plural(count, 'piece')} of work`

/** What an earlier sign-out has sealed. */
export const sealedText = (sealed: number): string =>
  `${piecesOfWork(sealed)} from an earlier sign-out ${sealed === 1 ? 'is' : 'are'} still sealed on this device, and not sent.`
