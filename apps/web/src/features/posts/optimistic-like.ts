/** State of a paw button, for posts and comments. */
export type LikeState = { likedByMe: boolean; likeCount: number }

/** Returns the state expected after the server accepts. */
export const optimisticLike = ({ likedByMe, likeCount }: LikeState, liked: boolean): LikeState => ({
  likedByMe: liked,
  likeCount: Math.max(0, likeCount + Number(liked) - Number(likedByMe)),
})
