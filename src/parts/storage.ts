import { useEffect, useState } from 'react'
import { sizeText } from '../rules/size.ts'

/** The browser's facts about our storage. */
interface StorageFacts {
  /** Bytes used and allowed; null if the browser does not tell. */
  used: number | null
  quota: number | null
  /** Whether the browser promised to keep the data when the device is low on space; null if it cannot promise. */
  isKept: boolean | null
}

/** Asks the browser; with `ask` also requests its promise to keep the data. */
async function storageFacts(ask: boolean): Promise<StorageFacts> {
  // Absent on a page without TLS and in old browsers.
  const storage: Partial<StorageManager> | undefined = navigator.storage
  const estimate = await storage?.estimate?.()
  const kept = (await storage?.persisted?.()) ?? null
  const isKept = kept === false && ask ? ((await storage?.persist?.()) ?? null) : kept
  return { used: estimate?.usage ?? null, quota: estimate?.quota ?? null, isKept }
}

/** The storage in use; read again whenever `reason` changes. */
export function useStorage(reason: unknown, ask = false): StorageFacts | undefined {
  const [facts, setFacts] = useState<StorageFacts>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reason` is what makes it worth reading again
  useEffect(() => {
    let isShown = true
    void storageFacts(ask).then((it) => isShown && setFacts(it))
    return () => {
      isShown = false
    }
  }, [reason, ask])
  return facts
}

/** '84 MB of 12 GB'. */
export const roomText = ({ used, quota }: StorageFacts): string =>
  used === null ? 'This browser does not say' : `${sizeText(used)}${quota === null ? '' : ` of ${sizeText(quota)}`}`

/** The browser's answer to the request to keep the data, in words. */
export const keptText = (isKept: boolean | null, isInAppleTab = false): string => {
  if (isKept) return 'Granted: the browser keeps this data even when the device is short of space.'
  if (isInAppleTab)
    return 'Not granted: this data may be deleted after 7 days without use. Install CodeSoft on the home screen to keep it.'
  return isKept === null
    ? 'This browser makes no promise to keep data.'
    : 'Not granted: the browser may clear this data when the device is short of space, and a private window always does when it is closed. An installed app is usually granted it.'
}
