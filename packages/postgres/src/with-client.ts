import pg from 'pg'

/** Runs work on a connection of its own, which is closed at its end. @throws what the work throws */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the statement under way says it as well
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
