chan box = [2] of { mtype, byte };

inline post(content) {
    box!letter(content)
}
