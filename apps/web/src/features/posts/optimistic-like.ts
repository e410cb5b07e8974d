/** State of a paw button, for posts and comments. */
export type Liked = { likedByMe: boolean; likeCount: number }

/** Returns the state expected after the server accepts. */
export const optimisticLike = ({ likedByMe, likeCount }: Liked, liked: boolean): Liked => ({
  likedByMe: liked,
  likeCount: Math.max(0, likeCount + Number(liked) - Number(likedByMe)),
})
