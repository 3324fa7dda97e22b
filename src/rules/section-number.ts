interface Section {
  chapter?: string | null | undefined
  section?: string | null | undefined
}

/**
 * '8.04.010': chapter and section of the code in one; '' for neither. A section that begins with its chapter, as 21-1 does,
 * says the chapter itself.
 */
export function sectionNumber({ chapter, section }: Section, divider = '.'): string {
  const [of, at] = [chapter?.trim() ?? '', section?.trim() ?? '']
  const saysChapter = at.startsWith(of) && /^[-.\s]/.test(at.slice(of.length))
  return [saysChapter ? '' : of, at].filter(Boolean).join(divider)
}
