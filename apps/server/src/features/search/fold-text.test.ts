import { foldText } from '@pawtrait/contract/text/fold-text.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const scripts = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Ethiopic'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Mongolian', 'Hangul', 'Hiragana', 'Katakana', 'Han', 'Bopomofo'],
  ...['Cherokee', 'Tifinagh', 'Javanese', 'Balinese', 'Tagalog', 'Vai', 'Adlam', 'Inherited', 'Common'],
]

// Letters of Unicode 17, which Node.js supports and PostgreSQL 18 does not.
const tooNew = /[\u1ACF-\u1AEB\uA7CE-\uA7F1]/

const listLetters = (script: string) => {
  const isInScript = new RegExp(`\\p{Script=${script}}`, 'u')
  const codePoints = Array.from({ length: 0x1f000 }, (_, code) => code).filter(
    (code) => code >= 0x20 && isInScript.test(String.fromCodePoint(code)),
  )
  return codePoints.map((code) => String.fromCodePoint(code)).filter((letter) => !tooNew.test(letter))
}

it('foldText and the SQL function plain() return equal results in 40 scripts, and plain() is idempotent', async () => {
  let seed = 69
  const random = () => (seed = (seed * 48_271) % 0x7fff_ffff) / 0x7fff_ffff
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const alphabets = scripts.map(listLetters)
  const marks = ['\u0301', '\u0308', '\u200D', '\u064E', ' ', 'ß', '’', 'Σ']
  const texts = Array.from({ length: 5_000 }, (_, at) => {
    const letters = alphabets[at % alphabets.length] ?? []
    return Array.from({ length: 12 }, () => pick(random() < 0.2 ? marks : letters)).join('')
  })
  const rows = await server.deps.database.rows<{ plain: string; twice: string }>(sql`
    select plain(text) as plain, plain(plain(text)) as twice
    from jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb) with ordinality x(text, n) order by n`)
  const differingTexts = texts.filter(
    (text, at) => rows[at]?.plain !== foldText(text) || rows[at]?.twice !== foldText(text),
  )
  expect(scripts.length).toBeGreaterThanOrEqual(40)
  expect(rows).toHaveLength(5_000)
  expect(differingTexts).toEqual([])
})

it('foldText ignores case, accents and letter variants in many scripts', () => {
  const equalPairs = [
    ['Straße', 'STRASSE'],
    ['Ænes', 'aenes'],
    ['ΣΚΎΛΟΣ', 'σκυλος'],
    ['СОБАКА', 'собака'],
    ['قِطَّة', 'قطه'],
    ['أسد', 'اسد'],
    ['ｺﾞｰﾙﾃﾞﾝ', 'ゴールデン'],
    ['שָׁלוֹם', 'שלום'],
    ['İzmir', 'izmir'],
    ['ng’ombe', "ng'ombe"],
    ['می‌خواند', 'ميخواند'],
  ]
  for (const [a = '', b = ''] of equalPairs) expect(foldText(a)).toBe(foldText(b))
  const differentPairs = [
    ['か', 'が'],
    ['강', '가'],
    ['й', 'и'],
    ['कुत्ता', 'कत'],
    ['หมา', 'หม'],
  ]
  for (const [a = '', b = ''] of differentPairs) expect(foldText(a)).not.toBe(foldText(b))
})
