/** The server cannot start or continue, for a reason that its operator can fix; the message says what and how. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
