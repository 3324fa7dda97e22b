import { fetched } from '../ui/fetched.tsx'

/** The preview of a HEIC picture or a PDF, whose code is loaded when such a file is first shown. */
export const FilePreview = fetched(async () => (await import('./file-preview.tsx')).FilePreview, null, null)

/** A HEIC picture at full size, beside the other pictures of its wall. */
export const DrawnInFull = fetched(async () => (await import('./file-preview.tsx')).DrawnInFull, null, null)
