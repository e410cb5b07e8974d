/** SQL expression for the id of the post with 2,000 comments. Only the data set `largeCommunity` contains this post. */
const discussedPost = 'bench_id(6, 1)'

/** Number of comments on the post `discussedPost`. */
const COMMENT_COUNT = 2_000

// 400 of 2,000 comments are top-level. Each of them has a chain of four replies.
const discussion = (text: string) => [
  `insert into posts (id, author_id, caption, place, audience, is_ready, comment_count, posted_at)
    values (${discussedPost}, bench_id(1, 3), 'Much talked of', '', 'everyone', true, ${COMMENT_COUNT}, now())`,
  ...[0, 1, 2, 3, 4].map((depth) => {
    const comment = (at: number | string) => `bench_id(7 + ${at}, n)`
    const [parent, root] = depth === 0 ? ['null', 'null'] : [comment(depth - 1), comment(0)]
    return `insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
      select ${comment(depth)}, ${discussedPost}, bench_id(1, 1 + (n * 7 + ${depth}) % 150), ${parent}, ${root},
        ${depth}, '${text}', now() from generate_series(1, ${COMMENT_COUNT / 5}) n`
  }),
]

/** SQL statements that insert the discussion, once, together with the other data of `largeCommunity`. */
export const discussionStatements = discussion('She asked the tide a question, and it ran away. So did we, in the end.')
