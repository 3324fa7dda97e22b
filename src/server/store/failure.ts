/** The server cannot start or go on for a reason that whoever runs it can remove; the message says which and how. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
