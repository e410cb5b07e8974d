/** What a paw shows, of a post and of a comment alike. */
export type Liked = { likedByMe: boolean; likeCount: number }

/** What it shows once the server agrees. */
export const optimisticLike = ({ likedByMe, likeCount }: Liked, liked: boolean): Liked => ({
  likedByMe: liked,
  likeCount: Math.max(0, likeCount + Number(liked) - Number(likedByMe)),
})
