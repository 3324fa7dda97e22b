/** The colours that a status can have. Colour is never the only sign: the word stands beside it. */
export type Tone = 'red' | 'yellow' | 'green' | 'gray'
