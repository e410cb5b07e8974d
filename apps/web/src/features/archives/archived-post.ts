import type { Network } from '@pawtrait/contract/archives.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import { longest } from '@pawtrait/contract/text.ts'

/** A photo as an archive names it: by a path inside, or by an address where it still is. */
export type ArchivedPhoto = { path: string; alt: string }

/** A post as another network's archive holds it. */
export type ArchivedPost = {
  network: Network
  /** What it is known by in the archive, the same in every archive of the account. */
  id: string
  /** ISO 8601 in UTC. */
  postedAt: string
  caption: string
  photos: ArchivedPhoto[]
  /** The most people who saw it there: it is shown to no more here. */
  audience: Extract<Audience, 'everyone' | 'followers'>
  /** Marked there as not for every eye. */
  sensitive: boolean
}

/** What is in the archive and cannot come along, counted. */
export type LeftOut = {
  videos: number
  stories: number
  /** Posts of others that were passed on. */
  shares: number
  replies: number
  /** To named people only. */
  privates: number
  /** Posts without a photo. */
  words: number
}

export const nothingLeftOut = (): LeftOut => ({ videos: 0, stories: 0, shares: 0, replies: 0, privates: 0, words: 0 })

/** What one reader found. */
export type Found = { posts: ArchivedPost[]; leftOut: LeftOut }

/** What is written in JSON of others: anything until it is looked at. */
export type Json = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const videoName = /\.(?:mp4|mov|webm|m4v|srt)$/i
export const isVideo = (path: string) => videoName.test(path)

/** The instant, or null where there is none that a post could have. */
export function timeOf(value: string | number): string | null {
  const time = new Date(value)
  return Number.isNaN(time.getTime()) || time.getTime() <= 0 ? null : time.toISOString()
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As many letters as we take; what is longer is cut with a mark. */
function fitted(text: string, most: number): string {
  if (text.length <= most) return text
  const all = Array.from(letters.segment(text), ({ segment }) => segment)
  return all.length <= most ? text : `${all.slice(0, most - 1).join('')}…`
}

export const fittedCaption = (text: string) => fitted(text, longest.caption)
export const fittedAlt = (text: string) => fitted(text, longest.alt)
