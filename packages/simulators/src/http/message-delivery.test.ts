import { expect, it } from 'vitest'
import { startReceiver } from '../testing/receiver.ts'
import { isLoopback, makeMessageDelivery } from './message-delivery.ts'

it.each([
  ['http://127.0.0.1:3000/cb', true],
  ['https://localhost/cb', true],
  ['http://[::1]:3000/cb', true],
  ['http://192.0.2.1/cb', false],
  ['http://localhost.example.com/cb', false],
  ['http://127.0.0.1@example.com/cb', false],
  ['http://2130706433/cb', true], // the IP address 127.0.0.1 as one decimal number
  ['file:///etc/passwd', false],
  ['', false],
])('isLoopback("%s") returns %s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected)
})

it('MessageDelivery.post sends nothing to another machine', async () => {
  const lines: string[] = []
  const deliver = makeMessageDelivery((line) => void lines.push(line))
  expect(await deliver.post('http://192.0.2.1:9/cb', '{}', {})).toBeUndefined()
  expect(lines).toEqual([])
})

it('MessageDelivery.post returns the HTTP status, and logs a failure without the path of the URL', async () => {
  const lines: string[] = []
  const [receiver, deliver] = [await startReceiver(), makeMessageDelivery((line) => void lines.push(line))]
  receiver.answerWith(503)
  expect(await deliver.post(`${receiver.url}/cb/secret`, '{}', {})).toBe(503)
  await receiver.close()
  expect(await deliver.post(`${receiver.url}/cb/secret`, '{}', {})).toBeUndefined()
  expect(lines).toEqual([`simulator: ${receiver.url} did not take a message`])
})
