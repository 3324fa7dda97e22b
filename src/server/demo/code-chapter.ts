/** A chapter of the invented municipal code: sections, each with a heading and a text (EN-17). */
export interface Chapter {
  chapter: string
  sections: readonly (readonly [section: string, name: string, description: string])[]
}
