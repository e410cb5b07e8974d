import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { PostChange } from '@pawtrait/contract/posts.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type OutboxItem, readOutbox } from '#lib/outbox/outbox-database.ts'
import type { RefusedPostChange } from './post-edit-draft.ts'

/** Edit of a post that the server has refused: its outbox item, and the change in its request. */
export type RefusedPostEdit = { item: OutboxItem; change: PostChange }

/** Returns the change without pets that are not among `known`, because the form could not show or remove them. */
export function withKnownPets({ pets, ...change }: PostChange, known: readonly PetCard[]): RefusedPostChange {
  const ids = new Set(known.map(({ id }) => id))
  return pets ? { ...change, pets: [...ids].filter((id) => pets.includes(id)) } : change
}

async function readRefusedEdit(id: number): Promise<RefusedPostEdit | null> {
  const item = (await readOutbox()).find((each) => each.id === id)
  // The cast is safe: `buildPostChange` wrote the body.
  return item?.refused && item.request.body ? { item, change: JSON.parse(item.request.body) as PostChange } : null
}

/**
 * Returns the refused edit that the user continues. The link "Continue editing" puts the edit's id into the state of
 * the history entry. Returns null without an id, while the edit loads, and when the outbox no longer contains the edit.
 */
export function useRefusedPostEdit(): RefusedPostEdit | null {
  const id = (useLocation().state as { refusedEdit?: number } | null)?.refusedEdit
  const [refused, setRefused] = useState<RefusedPostEdit | null>(null)
  useEffect(() => {
    if (id === undefined) return
    let isGone = false
    readRefusedEdit(id).then(
      (found) => !isGone && setRefused(found),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [id])
  return refused
}
