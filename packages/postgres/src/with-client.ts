import pg from 'pg'

/** Runs `work` on a new connection and closes it afterwards. @throws any error of `work` */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // without a listener Node would crash; the current statement fails with the same error
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
