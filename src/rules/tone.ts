/** The colours of a status. Colour is never the only sign: the text is shown too. */
export type Tone = 'red' | 'yellow' | 'green' | 'gray'
