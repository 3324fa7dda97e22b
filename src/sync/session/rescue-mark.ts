/** First bytes of a rescue copy. */
export const rescueMark = 'CODESOFT RESCUE 1\n'
