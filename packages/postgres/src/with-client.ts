import pg from 'pg'

/** Runs `work` on a new connection and closes it afterwards. @throws any error of `work` */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  // Without an error listener, a lost connection would crash Node. The current statement fails with the same error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
