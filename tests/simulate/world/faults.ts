/** Properties of a request by which faults are chosen. */
export type Kind = 'read' | 'write' | 'upload' | 'batch'

interface FaultFacts {
  /** Requests that the fault can affect. */
  on: readonly Kind[]
  /** The only server profile with this fault. */
  only?: 'keyed' | 'documented'
  weight: number
}

const all = ['read', 'write', 'upload', 'batch'] as const
const sends = ['write', 'upload', 'batch'] as const

/** Faults of one request, by name. */
export const wireFaults = {
  /** The request never arrives. */
  requestLost: { on: all, weight: 4 },
  /** The call is done, and its answer is lost. */
  answerLost: { on: sends, weight: 8 },
  /** The client gets no answer; the call is done up to 100 s later. */
  slowCommit: { on: sends, weight: 5 },
  /** The call is done, and the answer comes after the client has given up. */
  slowAnswer: { on: sends, weight: 2 },
  /** The connection is dead for seconds: this request and all that follow hang until they time out; some are done. */
  deadLine: { on: sends, weight: 3 },
  /** 500; the call is not done. */
  failBefore: { on: all, weight: 3 },
  /** 500; the call is done. */
  failAfter: { on: sends, weight: 4 },
  /** 502 of a proxy with an HTML page. */
  badGateway: { on: all, weight: 1 },
  /** 503 with Retry-After. */
  unavailable: { on: sends, weight: 1 },
  /** 408; the call is not done. */
  timedOut: { on: sends, weight: 1 },
  /** 429 with Retry-After. */
  tooMany: { on: all, weight: 2 },
  /** The session ends at the server: 401. */
  signedOut: { on: all, weight: 2 },
  /** 403 for this call, while the session is valid. */
  forbidden: { on: ['write'], weight: 1 },
  /** An HTML page of the network with status 200; the call is not done. */
  captivePortal: { on: all, weight: 2 },
  /** The call is done, and an HTML page comes instead of the answer. */
  pageForAnswer: { on: sends, weight: 1 },
  /** A redirect elsewhere; the call is not done. */
  redirected: { on: all, weight: 1 },
  /** The call is done, and half of the answer arrives. */
  truncated: { on: sends, weight: 2 },
  /** The call is done, and the JSON answer has another shape. */
  wrongShape: { on: ['write', 'batch'], weight: 1 },
  /** A list as it was when requested, arriving late. */
  staleList: { on: ['read'], weight: 3 },
  /**
   * The request is delivered once more at any later time. A server without keys would carry it out twice, which no
   * client can see.
   */
  deliveredTwice: { on: sends, only: 'keyed', weight: 2 },
  /** The connection breaks before the answer, and the browser resends by itself; the second request is answered. */
  browserRepeats: { on: sends, weight: 2 },
  /** The answers of a batch in another order. */
  batchReordered: { on: ['batch'], only: 'keyed', weight: 1 },
  /** An answer of a batch twice. */
  batchDoubled: { on: ['batch'], only: 'keyed', weight: 1 },
  /** The answers of some calls of a batch are missing. */
  batchGaps: { on: ['batch'], only: 'keyed', weight: 1 },
  /** The connection breaks when some calls of a batch are done. */
  batchBroken: { on: ['batch'], only: 'keyed', weight: 3 },
  /** 413: the server accepts no batch. */
  batchRefused: { on: ['batch'], only: 'keyed', weight: 1 },
  /** The connection breaks in the middle of a file. */
  partialUpload: { on: ['upload'], weight: 2 },
  /** The file crawls for minutes, arrives, and the answer is lost. */
  crawlingUpload: { on: ['upload'], weight: 2 },
  /** 200 and the file is gone. */
  droppedFile: { on: ['upload'], only: 'documented', weight: 2 },
  /** 409: the same key is still in progress. */
  stillAtWork: { on: ['write'], only: 'keyed', weight: 1 },
  /** The office changes the record just before: 412 where versions are kept. */
  changedJustBefore: { on: ['write'], weight: 2 },
} satisfies Record<string, FaultFacts>
export type WireFault = keyof typeof wireFaults

/** Events of the phone, the person, the server and the office, by name. */
export const eventFaults = {
  /** No signal for a while. The page asks when it is back. */
  offline: 3,
  /** The process dies at one of the next storage steps. */
  crashAtStorage: 6,
  /** The process dies at one of the next network steps. */
  crashAtNetwork: 4,
  /** The phone loses its power: all processes end, and data that had not reached the disk is lost. */
  powerLoss: 3,
  /** One of the next writes fails. */
  storageError: 2,
  /** One of the next writes finds no room. */
  quota: 2,
  /** Another tab of the same person. */
  secondTab: 4,
  /** The service worker runs beside the tabs. */
  workerRuns: 4,
  /** A background page is frozen for minutes while another one takes its lock. */
  frozenTab: 4,
  /** The page is frozen at one of the next network steps, while it is sending. */
  frozenAtNetwork: 4,
  /** The device's clock is set forward. */
  clockForward: 2,
  /** The device's clock is set back. */
  clockBack: 2,
  /** The token expires. */
  tokenEnds: 2,
  /** The app is updated: the version of a command is raised. */
  update: 3,
  /** A command is removed from the app. */
  unknownCommand: 2,
  /** Another person signs in on this device and works. */
  otherUser: 2,
  /** The phone is lost, and a rescue copy is taken in on another one. */
  lostPhone: 1,
  /** The server is down for a while. */
  serverRestart: 2,
  /** A proxy begins to remove the keys. */
  keysStripped: 1,
  /** Bodies with a certain word are never accepted. */
  poison: 2,
  /** The parent of the next work is deleted at the office. */
  parentGone: 1,
  /** The office changes a record that was seen here. */
  officeEdits: 3,
  /** The office creates an equal record. */
  officeTwin: 1,
  /** Old pictures are deleted from the device. */
  purge: 2,
  /** The person signs out and in again; unsent work is sealed meanwhile. Both may be killed on the way. */
  signOut: 3,
  /** The office makes a backup. */
  backup: 2,
  /** The town is lost, and restored from its last backup. */
  townLost: 3,
} satisfies Record<string, number>

/** Aborts of the browser, by name. They are drawn apart, so that the earlier seeds keep their stories. */
export const abortFaults = {
  /** The app is suspended at one of the next storage steps: the browser aborts all that is under way. */
  suspended: 4,
  /** One of the next writes is on the disk, and the page is told that it was aborted. */
  commitDenied: 2,
} satisfies Record<string, number>

/** `firewall`, drawn apart for the same reason: writes with a certain word are answered by a page. */
export type EventFault = keyof typeof eventFaults | keyof typeof abortFaults | 'firewall'
