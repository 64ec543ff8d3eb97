import classes from "./person-picture.module.css";

interface PersonPictureProps {
  user: { name: string; image?: string | null | undefined };
  /** Side, in pixels. */
  size: number;
}

/** A user's picture, or the first letter of the name. The content security policy blocks pictures of other origins, so they are not requested. */
export function PersonPicture({ user: { name, image }, size }: PersonPictureProps) {
  const style = { width: size, height: size, fontSize: size / 2 };
  if (image?.startsWith("data:image/")) return <img className={classes.picture} style={style} src={image} alt="" />;
  const [initial = ""] = name.toUpperCase();
  return <span className={classes.picture} style={style} data-initial={initial} />;
}
