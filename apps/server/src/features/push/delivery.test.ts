import type { Comment } from '@pawtrait/contract/comments.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { minute } from '#testing/clock.ts'
import { aPet, aStory, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { pushServerForFile } from '#testing/push.ts'
import { startServer } from '#testing/server.ts'

const { server, service, state, subscribe, anotherBrowser, set, aThread, messages, notifications, titles } =
  pushServerForFile()
const { like, says, happened } = notificationHelpersFor(server)
const rows = (query: ReturnType<typeof sql>) => server.deps.database.rows(query)

async function likeAndRunJobs(fan: TestUser, post: Post) {
  await like(fan, post.id)
  await server.runJobs()
}

describe('push message', () => {
  it('names the kind of event and the recipient’s account, but neither the actor nor the comment text', async () => {
    const { author, fan, browser, post } = await aThread()
    await says(fan, post, 'What a secret face')
    const [message] = messages(browser)
    expect(message).toMatchObject({
      ttl: 86_400,
      payload: {
        web_push: 8030,
        app_badge: 1,
        notification: {
          title: 'Somebody commented on your post',
          body: `For @${author.username}`,
          lang: 'en',
          silent: false,
          renotify: true,
        },
      },
    })
    const { navigate = '', tag } = message?.payload.notification ?? {}
    expect(navigate.startsWith(`${server.deps.config.publicUrl}${paths.post(post.id)}?comment=`)).toBe(true)
    expect([tag, /^[a-z0-9]{32}$/.test(tag ?? '')]).toEqual([message?.topic, true])
    const text = `${message?.payload.notification.title}${message?.payload.notification.body}`
    expect(text).not.toContain('secret')
    expect(text).not.toContain(fan.username)
  })

  it('shows the same badge number as the app when 130 unread notifications are hidden', async () => {
    const { author, fan, browser, post } = await aThread()
    // Without an actor, a notification about a follow is hidden.
    await rows(sql`
      insert into notifications (id, user_id, type, group_key, actor_count, created_at, updated_at)
      select gen_random_uuid(), ${author.id}, 'follow', 'a' || n, 0, now(), now() from generate_series(1, 130) n`)
    await likeAndRunJobs(fan, post)
    const { body } = await server.call<{ unread: number }>(author, 'GET', '/api/notifications/unread')
    expect(messages(browser).map(({ payload }) => payload.app_badge)).toEqual([body.unread])
    expect(body.unread).toBe(1)
  })

  it('contains the actor’s name and the comment text if the recipient has set `showContent`', async () => {
    const { author, fan, browser, post } = await aThread({ showContent: true })
    await says(fan, post, 'What a face')
    expect(notifications(browser)).toMatchObject([
      { title: `${fan.username} commented on your post`, body: `“What a face”\nFor @${author.username}` },
    ])
  })

  it('omits the text of a comment if its author’s account is private', async () => {
    const { author, fan, browser, post } = await aThread({ showContent: true })
    await rows(sql`update users set is_private = true where id = ${fan.id}`)
    await says(fan, post, 'Only for followers')
    expect(notifications(browser)).toMatchObject([{ body: `For @${author.username}` }])
  })

  it('is sent to all devices of the recipient, and to no other user', async () => {
    const { author, fan, browser, post } = await aThread()
    const second = await anotherBrowser(author, 'web.push.apple.com')
    const strangers = await subscribe(fan)
    await likeAndRunJobs(fan, post)
    expect([titles(browser), titles(second), titles(strangers)]).toEqual([
      ['Somebody liked your post'],
      ['Somebody liked your post'],
      [],
    ])
  })

  it('is followed by a second message with the same topic when a like arrives over 15 minutes later', async () => {
    const { fan, browser, post } = await aThread()
    await likeAndRunJobs(fan, post)
    await likeAndRunJobs(await aUser(server), post)
    expect(titles(browser)).toEqual(['Somebody liked your post'])
    server.clock.advance(16 * minute)
    await likeAndRunJobs(await aUser(server), post)
    expect(titles(browser)).toEqual(['Somebody liked your post', '3 people liked your post'])
    expect(new Set(messages(browser).map(({ topic }) => topic)).size).toBe(1)
    expect(notifications(browser)[1]).toMatchObject({ renotify: false })
  })

  it('is sent for each comment on a post; all of them share one notification tag', async () => {
    const { fan, browser, post } = await aThread()
    await says(fan, post, 'One')
    server.clock.advance(minute)
    await says(fan, post, 'Two')
    expect(new Set(notifications(browser).map(({ tag }) => tag)).size).toBe(1)
    expect(messages(browser)).toHaveLength(2)
  })

  it('is sent for a follow, a like of a story and a birthday', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const browser = await subscribe(author)
    await set(author, { showContent: true })
    await givenFollow(server, fan, author)
    await happened('user-followed', { userId: author.id, by: fan.id })
    const story = await aStory(server, author)
    await server.call(fan, 'PUT', `/api/stories/${story.id}/paw`)
    await server.runJobs()
    const pet = await aPet(server, [author], 'Chapati')
    await happened('pet-birthday', { petId: pet, day: '2026-11-29' })
    expect(titles(browser)).toEqual([
      `${fan.username} follows you now`,
      `${fan.username} reacted to your story`,
      'It’s Chapati’s birthday',
    ])
  })
})

describe('delivery of push messages', () => {
  it.each([404, 410])('deletes the subscription when the push service returns %i', async (status) => {
    const { author, fan, browser, post } = await aThread()
    service.answer(browser.endpoint, { status })
    await likeAndRunJobs(fan, post)
    expect((await state(author)).devices).toEqual([])
  })

  it.each([400, 403])(
    'keeps the subscription when the push service returns %i, and logs the status without the endpoint',
    async (status) => {
      const { author, fan, browser, post } = await aThread()
      const host = `s${status}.push.apple.com`
      const apple = await anotherBrowser(author, host)
      service.answer(apple.endpoint, { status })
      await likeAndRunJobs(fan, post)
      expect((await state(author)).devices).toHaveLength(2)
      expect(titles(browser)).toHaveLength(1)
      const line = server.lines.find((text) => text.includes(host))
      expect(line).toContain(`status ${status}`)
      expect(server.lines.join('')).not.toContain(apple.endpoint.slice(-18))
    },
  )

  it('is retried after a pause when the push service returns 503', async () => {
    const { fan, browser, post } = await aThread()
    service.answer(browser.endpoint, { status: 503 }, { status: 500 })
    await likeAndRunJobs(fan, post)
    expect(titles(browser)).toEqual(['Somebody liked your post'])
    const jobs = await rows(sql`
      select extract(epoch from start_after - created_on)::int as pause from jobs.job
      where name = 'push-notifications' and data->>'tries' is not null order by created_on desc limit 2`)
    expect(jobs).toEqual([{ pause: 120 }, { pause: 30 }])
  })

  it('waits for the time in Retry-After when the push service returns 429', async () => {
    const { author, fan, post } = await aThread()
    const busy = await anotherBrowser(author, 'busy.push.apple.com')
    service.answer(busy.endpoint, { status: 429, headers: { 'retry-after': '900' } })
    await likeAndRunJobs(fan, post)
    expect(messages(busy)).toEqual([])
    const jobs = await rows(sql`
      select extract(epoch from start_after - created_on)::int as pause from jobs.job
      where name = 'push-notifications' and data->>'tries' = '1' order by created_on desc limit 1`)
    expect(jobs).toEqual([{ pause: 900 }])
  })

  it('applies Retry-After to a test message for a device of the same push service', async () => {
    const { author, fan, post } = await aThread()
    const [busy, tester] = [await anotherBrowser(author, 'paused.push.apple.com'), await aUser(server)]
    service.answer(busy.endpoint, { status: 429, headers: { 'retry-after': '900' } })
    await likeAndRunJobs(fan, post)
    const tested = await subscribe(tester, 'paused.push.apple.com')
    const [device] = (await state(tester)).devices
    const test = await server.call(tester, 'POST', `/api/push/subscriptions/${device?.id}/test`)
    expect(test.body).toEqual({ outcome: 'busy' })
    expect(messages(tested)).toEqual([])
  })

  it('sends a shorter message when the push service returns 413', async () => {
    const { author, fan, browser, post } = await aThread({ showContent: true })
    service.answer(browser.endpoint, { status: 413 })
    await says(fan, post, 'A long story')
    expect(notifications(browser)).toMatchObject([
      { title: `${fan.username} commented on your post`, body: `For @${author.username}` },
    ])
  })
})

describe('delivery of push messages after a crash', () => {
  it('is completed once, by another process', async () => {
    const { fan, browser, post } = await aThread()
    await like(fan, post.id)
    await server.deps.events.drain()
    const { database, clock, secrets, reach } = server.deps
    if (!reach) throw new Error('the test server has no reach')
    const doors = { database: { ...database, close: async () => {} }, clock, secrets, reach }
    const second = await startServer({ SUPPORT_CONTACT: 'help@pawtrait.org' }, {}, { doors })
    await second.runJobs()
    await second.stop()
    expect(titles(browser)).toEqual(['Somebody liked your post'])
    await server.runJobs()
    expect(messages(browser)).toHaveLength(1)
  })

  it('skips recorded messages when the job is repeated, and sends missing messages with the same tag', async () => {
    const { author, fan, browser, post } = await aThread()
    await likeAndRunJobs(fan, post)
    const [line] = await server.deps.database.rows<{ id: string }>(sql`
      select id from notifications where user_id = ${author.id}`)
    const repeat = () =>
      server.deps.jobs.send(server.deps.database, 'push-notifications', { notifications: [[author.id, line?.id]] })
    await repeat()
    await server.runJobs()
    expect(messages(browser)).toHaveLength(1)
    await rows(sql`delete from push_messages where notification_id = ${line?.id}`)
    await repeat()
    await server.runJobs()
    expect(new Set(messages(browser).map(({ topic, payload }) => topic + payload.notification.tag)).size).toBe(1)
    expect(messages(browser)).toHaveLength(2)
  })
})

describe('push message about a deleted comment', () => {
  it('is replaced by a silent message with the same tag', async () => {
    const { author, fan, browser, post } = await aThread({ showContent: true })
    const comment = await says(fan, post, 'Oops')
    await server.call<Comment>(fan, 'DELETE', `/api/comments/${comment}`)
    await server.runJobs()
    const [shown, replaced] = notifications(browser)
    expect(replaced).toMatchObject({
      title: 'This comment was deleted',
      body: `For @${author.username}`,
      tag: shown?.tag,
      silent: true,
      renotify: false,
    })
    expect(messages(browser)[1]?.payload.app_badge).toBe(0)
  })

  it('updates `sentAt` of its device when it is replaced', async () => {
    const { author, fan, post } = await aThread()
    const comment = await says(fan, post, 'Oops')
    server.clock.advance(minute)
    await server.call(fan, 'DELETE', `/api/comments/${comment}`)
    await server.runJobs()
    expect((await state(author)).devices).toMatchObject([{ sentAt: server.clock.now().toISOString() }])
  })

  it('is not replaced if a message about a newer comment has the same tag', async () => {
    const { fan, browser, post } = await aThread()
    const comment = await says(fan, post, 'One')
    server.clock.advance(minute)
    await says(await aUser(server), post, 'Two')
    await server.call(fan, 'DELETE', `/api/comments/${comment}`)
    await server.runJobs()
    expect(messages(browser)).toHaveLength(2)
  })
})
