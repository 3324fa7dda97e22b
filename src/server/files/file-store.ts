/** Where bytes lie: a folder, or an object store. Keys are made by the store; nothing of a sender's is ever in one. */
export interface FileStore {
  /**
   * Stores the bytes so that they survive a power cut, and answers their key. Throws when the store is full or gone.
   * Only a restored backup brings a key, the one that `put` made once.
   */
  put(bytes: Uint8Array, key?: string): Promise<string>
  /** The bytes, or undefined when there is no such key. */
  open(key: string): Promise<Uint8Array | undefined>
  /** Removes the bytes, half-written ones too; no error when they are gone already. */
  remove(key: string): Promise<void>
  /** What was stored, or begun, before a moment: keys, in portions. */
  before(moment: Date): AsyncIterable<string[]>
  /**
   * Whose files these are: answers the town that was the first to say so, which is kept beside the files. A store of
   * another town is never tidied.
   */
  belongsTo(townId: string): Promise<string>
}

/** The file store does not answer, or takes no file: nothing is wrong with the request, and it may be sent again. */
export class FileStoreDown extends Error {}
