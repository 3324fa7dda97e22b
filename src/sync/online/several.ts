/** How many calls are under way at once. */
const atOnce = 3

/** Takes jobs from the queue and works on several at a time, until it is empty. Emptying it ends the rest. */
export async function severalAtOnce<Job>(queue: Job[], work: (job: Job) => Promise<void>): Promise<void> {
  const next = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}
