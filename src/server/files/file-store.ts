/** A stored file on its way out; its length is null if the store does not tell it. */
export interface FileStream {
  body: ReadableStream<Uint8Array>
  bytes: string | null
}

/**
 * The place of file bytes: a folder, or an object store. Keys are made by the store and contain nothing from a sender.
 */
export interface FileStore {
  /**
   * Stores the bytes so that they survive a power cut, and returns their key. Throws if the store is full or
   * unavailable. Only the restore of a backup passes a key, one that `put` made earlier.
   */
  put(bytes: Uint8Array, key?: string): Promise<string>
  /** The bytes, or undefined if there is no such key. */
  open(key: string): Promise<Uint8Array | undefined>
  /** The same as a stream, which holds only a piece in memory. It must be read to its end or cancelled. */
  stream(key: string): Promise<FileStream | undefined>
  /** Removes the bytes, half-written ones too; no error if they are already gone. */
  remove(key: string): Promise<void>
  /** The keys stored, or begun, before a moment, in chunks. */
  before(moment: Date): AsyncIterable<string[]>
  /**
   * Records an owner of the files beside them, if it is not recorded yet, and returns all that were, one in a line. A
   * store with several owners is never cleaned up: none of them knows what the others' records name.
   */
  belongsTo(owner: string): Promise<string>
}

/** The recorded owners and this one, one in a line. */
export const ownersWith = (recorded: string, owner: string): string => {
  const owners = recorded.split('\n').map((it) => it.trim())
  return [...new Set([...owners, owner])].filter((it) => it !== '').join('\n')
}

/** The file store does not answer or accepts no file. Nothing is wrong with the request, and it may be sent again. */
export class FileStoreDown extends Error {}

/** The disk has this one file and cannot read it. Other files may be fine. */
export class FileUnreadable extends FileStoreDown {}

/** The bytes of a file, or why this one cannot be had. Throws `FileStoreDown` if the store gives none at all. */
export const openOne = async (store: FileStore, key: string): Promise<Uint8Array | 'gone' | 'unreadable'> => {
  try {
    return (await store.open(key)) ?? 'gone'
  } catch (error) {
    if (error instanceof FileUnreadable) return 'unreadable'
    throw error
  }
}
