import { describe, expect, it } from 'vitest'
import { findHashtags } from './hashtags.ts'
import { findMentionedUsernames } from './mentions.ts'

describe('findHashtags', () => {
  it.each([
    ['joiners of Sinhala', '#ශ්‍රී_ලංකා හුරතල්', ['ශ්‍රී_ලංකා']],
    ['joiners of Persian', '#گربه‌ها، #سگ؟', ['گربه‌ها', 'سگ']],
    ['Japanese middle dots', '#ゴールデン・レトリバー', ['ゴールデン・レトリバー']],
    ['half-width kana', '#ｺﾞｰﾙﾃﾞﾝ･ﾚﾄﾘﾊﾞｰ', ['ゴールデン・レトリバー']],
    ['full-width signs', '＃柴犬 ＃ＤＯＧ', ['柴犬', 'dog']],
    ['a dotted capital I', '#İstanbul #istanbul', ['istanbul']],
    ['Ethiopic and Arabic punctuation', '#ድመት። #ውሻ፣ #قطط،', ['ድመት', 'ውሻ', 'قطط']],
    ['Catalan middle dots', '#col·lecció', ['col·lecció']],
    ['the apostrophe of a Swahili word', '#ng’ombe', ['ng’ombe']],
    ['an English possessive', '#Luna’s day, #Luna’', ['luna']],
    ['Tibetan syllables', '#བོད་ཁྱི།', ['བོད་ཁྱི']],
    ['text without spaces', '今日は#柴犬と', ['柴犬と']],
    ['a tag before an emoji', '#cat🐶#dog', ['cat', 'dog']],
    ['numbers, addresses and anchors', '#2024 a#b https://example.com/#part &#39;', []],
  ])('returns the correct tags for %s', (_, text, tags) => {
    expect(findHashtags(text)).toEqual(tags)
  })
})

describe('findMentionedUsernames', () => {
  it.each([
    ['犬@luna.kと散歩', ['luna.k']],
    ['＠luna.k가', ['luna.k']],
    ['“@luna.k”, @luna.k’s dog.', ['luna.k']],
    ['@luna.k. @luna.k... (@luna.k)', ['luna.k']],
    ['@luna.k@social.example mail@luna.k @lunák @lun\u0430', []],
    ['@luna.k.が', []],
  ])('finds in %j the usernames %j', (text, names) => {
    expect(findMentionedUsernames(text)).toEqual(names)
  })
})
