/** Like state of a post or a comment. */
export type LikeState = { likedByMe: boolean; likeCount: number }

/** Returns only the like state of a post or a comment. */
export const pickLikeState = ({ likedByMe, likeCount }: LikeState): LikeState => ({ likedByMe, likeCount })

/** Returns the like state to show before the server responds. */
export const applyLike = ({ likedByMe, likeCount }: LikeState, liked: boolean): LikeState => ({
  likedByMe: liked,
  likeCount: Math.max(0, likeCount + Number(liked) - Number(likedByMe)),
})
