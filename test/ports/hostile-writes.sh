# Tries to write in every way it knows, and says of each whether it could. $1: worktree, $2: checkout, $3: home.
worktree=$1 checkout=$2 home=$3
say() { if [ "$2" = 0 ]; then echo "wrote: $1"; else echo "refused: $1"; fi; }

(: > "$worktree/new") 2> /dev/null; say worktree $?
(echo more >> "$worktree/file") 2> /dev/null; say append $?
chmod 700 "$worktree/file" 2> /dev/null; say mode $?
mv "$worktree/file" "$worktree/moved" 2> /dev/null && mv "$worktree/moved" "$worktree/file"; say rename $?
ln "$worktree/file" "$worktree/linked" 2> /dev/null; say link $?
mkdir "$worktree/folder" 2> /dev/null; say folder $?
(: > "$checkout/new") 2> /dev/null; say checkout $?
(: > "$home/new") 2> /dev/null; say home $?
scratch=/tmp/tutti-hostile-$$; (: > "$scratch") 2> /dev/null; say /tmp $?; rm -f "$scratch" 2> /dev/null
(: > "/proc/$$/root$worktree/by-root") 2> /dev/null; say '/proc/PID/root' $?
(: > "/proc/$$/cwd/by-cwd") 2> /dev/null; say '/proc/PID/cwd' $?
mount -n -o remount,bind,rw "$worktree" 2> /dev/null; mount -n -o remount,bind,rw / 2> /dev/null
(: > "$worktree/by-remount") 2> /dev/null; say remount $?
umount "$worktree" 2> /dev/null; umount -l "$worktree" 2> /dev/null
(: > "$worktree/by-unmount") 2> /dev/null; say unmount $?
unshare --user --map-root-user --mount sh -c 'mount -n -o remount,bind,rw /; : > "$1/by-user-namespace"' sh "$worktree" 2> /dev/null
[ -e "$worktree/by-user-namespace" ]; say 'a user namespace' $?
"$home/helper" "$worktree/by-helper" 2> /dev/null; say 'a setuid helper' $?
