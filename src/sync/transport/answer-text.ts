/**
 * The text of an answer. `arrived` is called for each part, so that the caller can give up an answer of which nothing
 * arrives any more: its head alone ends the time limit of a request.
 */
export async function answerText(answer: Response, arrived: () => void): Promise<string> {
  // An upload with progress returns an answer that has arrived whole.
  if (!answer.body) return answer.text()
  const reader = answer.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    arrived()
    text += decoder.decode(value, { stream: true })
  }
}
