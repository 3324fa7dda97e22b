/** What a request is, as faults choose it. */
export type Kind = 'read' | 'write' | 'upload' | 'batch'

interface FaultFacts {
  /** Requests that it can befall. */
  on: readonly Kind[]
  /** Only a server of this profile does it. */
  only?: 'keyed' | 'documented'
  weight: number
}

const all = ['read', 'write', 'upload', 'batch'] as const
const sends = ['write', 'upload', 'batch'] as const

/** What can happen to one request, by name. */
export const wireFaults = {
  /** It never arrives. */
  requestLost: { on: all, weight: 4 },
  /** It is done, and nobody hears of it. */
  answerLost: { on: sends, weight: 8 },
  /** The client hears nothing; it is done up to 100 s later. */
  slowCommit: { on: sends, weight: 5 },
  /** It is done, and the answer comes after the client has given up. */
  slowAnswer: { on: sends, weight: 2 },
  /** The line is dead for seconds: this request and each that leaves meanwhile hang until given up; some are done. */
  deadLine: { on: sends, weight: 3 },
  /** 500, nothing done. */
  failBefore: { on: all, weight: 3 },
  /** 500, done. */
  failAfter: { on: sends, weight: 4 },
  /** 502 of a proxy as a page. */
  badGateway: { on: all, weight: 1 },
  /** 503 with Retry-After. */
  unavailable: { on: sends, weight: 1 },
  /** 408, nothing done. */
  timedOut: { on: sends, weight: 1 },
  /** 429 with Retry-After. */
  tooMany: { on: all, weight: 2 },
  /** The session ends at the server: 401. */
  signedOut: { on: all, weight: 2 },
  /** 403 for this call, while the session stands. */
  forbidden: { on: ['write'], weight: 1 },
  /** A network's own page with status 200; nothing done. */
  captivePortal: { on: all, weight: 2 },
  /** Done, and a page comes in place of the answer. */
  pageForAnswer: { on: sends, weight: 1 },
  /** Sent elsewhere; nothing done. */
  redirected: { on: all, weight: 1 },
  /** Done, and half of the answer arrives. */
  truncated: { on: sends, weight: 2 },
  /** Done, and the JSON answer has another shape. */
  wrongShape: { on: ['write', 'batch'], weight: 1 },
  /** A list as it was when asked, arriving late. */
  staleList: { on: ['read'], weight: 3 },
  /** Delivered once more, at any time after. A server without keys would do it twice, which no client can see. */
  deliveredTwice: { on: sends, only: 'keyed', weight: 2 },
  /** The connection breaks ahead of the answer, and the browser asks a second time by itself: that is answered. */
  browserRepeats: { on: sends, weight: 2 },
  /** The answers of a batch in another order. */
  batchReordered: { on: ['batch'], only: 'keyed', weight: 1 },
  /** An answer of a batch twice. */
  batchDoubled: { on: ['batch'], only: 'keyed', weight: 1 },
  /** The answers of some calls of a batch are missing. */
  batchGaps: { on: ['batch'], only: 'keyed', weight: 1 },
  /** The connection breaks when some calls of a batch are done. */
  batchBroken: { on: ['batch'], only: 'keyed', weight: 3 },
  /** 413: this server takes no batch. */
  batchRefused: { on: ['batch'], only: 'keyed', weight: 1 },
  /** The connection breaks in the middle of a file. */
  partialUpload: { on: ['upload'], weight: 2 },
  /** The file crawls for minutes, arrives, and the answer is lost. */
  crawlingUpload: { on: ['upload'], weight: 2 },
  /** 200 and the file is gone. */
  droppedFile: { on: ['upload'], only: 'documented', weight: 2 },
  /** 409: the same key is still at work. */
  stillAtWork: { on: ['write'], only: 'keyed', weight: 1 },
  /** The office changes the record just before: 412 where versions are kept. */
  changedJustBefore: { on: ['write'], weight: 2 },
} satisfies Record<string, FaultFacts>
export type WireFault = keyof typeof wireFaults

/** What can happen to the phone, the person, the server and the office, by name. */
export const eventFaults = {
  /** No signal for a while; the page asks when it is back. */
  offline: 3,
  /** The process dies at one of the next storage steps. */
  crashAtStorage: 6,
  /** The process dies at one of the next network steps. */
  crashAtNetwork: 4,
  /** The battery is gone: every process of the phone, and what had not reached the disk. */
  powerLoss: 3,
  /** One of the next writes fails. */
  storageError: 2,
  /** One of the next writes finds no room. */
  quota: 2,
  /** Another tab of the same person. */
  secondTab: 4,
  /** The service worker runs beside the tabs. */
  workerRuns: 4,
  /** A page in the background stands still for minutes, while another takes its lock. */
  frozenTab: 4,
  /** It stands still at one of the next network steps, in the middle of its sending. */
  frozenAtNetwork: 4,
  /** The device's clock is set forward. */
  clockForward: 2,
  /** The device's clock is set back. */
  clockBack: 2,
  /** The token ends by its own word. */
  tokenEnds: 2,
  /** The app is updated: a command's version is raised. */
  update: 3,
  /** A command is taken out of the app. */
  unknownCommand: 2,
  /** Somebody else signs in at this device, and works. */
  otherUser: 2,
  /** The phone is lost; a rescue copy is taken in on another. */
  lostPhone: 1,
  /** A server away for a while. */
  serverRestart: 2,
  /** A proxy begins to take the keys away. */
  keysStripped: 1,
  /** Bodies with a word in them are never taken. */
  poison: 2,
  /** What the next work hangs on is deleted at the office. */
  parentGone: 1,
  /** The office changes what was seen here. */
  officeEdits: 3,
  /** The office makes a record that looks the same. */
  officeTwin: 1,
  /** Old pictures are let go. */
  purge: 2,
  /** The person signs out and in again; unsent work is sealed meanwhile, and both are killed on the way. */
  signOut: 3,
  /** The office makes a backup. */
  backup: 2,
  /** The town is lost, and restored from its last backup. */
  townLost: 3,
} satisfies Record<string, number>
export type EventFault = keyof typeof eventFaults
